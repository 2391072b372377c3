/** Erases the server's own account from its store, for operators. Loaded when it is shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StoreErased } from '../../api/team-store'
import { askServer } from '../../requests/ask-server'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/field'
import * as texts from './erase-account-texts'
import { storeFacts } from './store-folder'

/** Nothing while the account isn't known, and nothing if the server has none. */
export function EraseAccount() {
  const account = useQuery(storeFacts).data?.account
  const client = useQueryClient()
  const refusal = useRefusal('change')
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const [error, setError] = useState<unknown>()
  if (!account) return null

  async function erase(includesRecord: boolean): Promise<void> {
    setOpen(false)
    setBusy(true)
    setResult(undefined)
    setError(undefined)
    try {
      const body = { account, includesRecord }
      const path = '/team/store/erase'
      const { erased } = await askServer({ path, schema: StoreErased, otherwise: texts.notErased, body })
      setResult(texts.done(erased))
      await client.invalidateQueries()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <Button size="compact-xs" variant="default" reason={refusal} loading={isBusy} onClick={() => setOpen(true)}>
        {texts.erase}
      </Button>
      <p role="status">{result}</p>
      {error !== undefined && <Failure error={error} what={texts.couldNotErase} />}
      {isOpen && (
        <Question account={account} onErase={(record) => void erase(record)} onCancel={() => setOpen(false)} />
      )}
    </div>
  )
}

interface QuestionProps {
  account: string
  onErase: (includesRecord: boolean) => void
  onCancel: () => void
}

function Question({ account, onErase, onCancel }: QuestionProps) {
  const [typed, setTyped] = useState('')
  const [includesRecord, setIncludesRecord] = useState(false)
  return (
    <Confirm
      title={texts.title(account)}
      verb={texts.verb}
      wait={typed.trim() === account ? undefined : texts.wait}
      onConfirm={() => onErase(includesRecord)}
      onCancel={onCancel}
    >
      <p>{texts.what}</p>
      <TextField
        label={texts.name(account)}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p>
        <label>
          <input
            type="checkbox"
            checked={includesRecord}
            onChange={(event) => setIncludesRecord(event.currentTarget.checked)}
          />{' '}
          {texts.record}
        </label>{' '}
        <span className="quiet">{texts.aboutRecord}</span>
      </p>
    </Confirm>
  )
}
