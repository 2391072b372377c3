/** A file of this console, read back: what it says is parsed before anything is changed. */
import { type ReactNode, useId, useState } from 'react'
import styles from './settings.module.css'

interface Props {
  label: string
  /** @returns the message to show @throws Error with one sentence */
  onText: (text: string) => string | Promise<string>
  children?: ReactNode
}

export function ImportFile({ label, onText, children }: Props) {
  const id = useId()
  const [said, setSaid] = useState<{ isError: boolean; text: string }>()
  const take = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    try {
      setSaid({ isError: false, text: await onText(await file.text()) })
    } catch (error) {
      setSaid({ isError: true, text: error instanceof Error ? error.message : String(error) })
    }
    input.value = '' // the same file can be chosen again
  }
  return (
    <div className={styles.file}>
      <div className="row">
        {children}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept=".json,application/json"
          onChange={(event) => void take(event.currentTarget)}
        />
        <label htmlFor={id} className={styles.pick}>
          {label}
        </label>
      </div>
      <p role={said?.isError ? 'alert' : 'status'}>{said?.text}</p>
    </div>
  )
}
