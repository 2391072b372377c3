/** Erases the server's own account from its store, for operators. Loaded when it is shown. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation, query } from '../../api/console/client'
import { store } from '../../api/console/store'
import { whileAway } from '../../requests/away'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/field'
import * as texts from './erase-account-texts'

/** Nothing while the account isn't known, and nothing if the server has none. */
export function EraseAccount() {
  const account = useQuery({ ...query(store.read, {}), refetchInterval: whileAway(false) }).data?.account
  const refusal = useRefusal('change')
  const [isOpen, setOpen] = useState(false)
  const { mutate, data, error, isPending } = useMutation({
    ...mutation(store.erase),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries(), // all that is shown may be erased
  })
  if (!account) return null

  return (
    <div>
      <Button size="compact-xs" variant="default" reason={refusal} loading={isPending} onClick={() => setOpen(true)}>
        {texts.erase}
      </Button>
      <p role="status">{data && texts.done(data.erased)}</p>
      {error && <Failure error={error} what={texts.couldNotErase} hasTokenForm={false} />}
      {isOpen && (
        <Question
          account={account}
          onErase={(includesRecord) => {
            setOpen(false)
            mutate({ body: { account, includesRecord } })
          }}
          onCancel={() => setOpen(false)}
        />
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
