/** For tests: a vault without encryption that opens what it sealed only in the place it was sealed for. */
import { createResultSeal, type ResultSeal, type ResultVault } from './result-seal'

export const plainVault: ResultVault = {
  seal: (text, about) => Buffer.from(JSON.stringify([about, text])),
  open(sealed, about) {
    const [place, text] = JSON.parse(Buffer.from(sealed).toString('utf8')) as [string, string] // as it was sealed
    return place === about ? Buffer.from(text) : undefined
  },
}
export const plainSeal = (realm: number): ResultSeal => createResultSeal(plainVault, realm)
