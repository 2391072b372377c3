/** “Try it”: one operation with its fields; sent as the inspector sends, a billed read after a question, a change elsewhere. */
import { useState } from 'react'
import { type CallInput, call as send } from '../../../api/client'
import { costOf, type Endpoint } from '../../../api/endpoint'
import type { NamedOperation, Parameter } from '../../../api/operations'
import { useConfig } from '../../../core/config'
import { useRecent } from '../../../core/recent'
import { useRecentSignals } from '../../../domain/signals/recent-signals'
import { CallDetail } from '../../../requests/inspector/call-detail'
import { CallShown } from '../../../requests/inspector/call-preview'
import { useCalls } from '../../../requests/inspector/calls'
import { useRefusal } from '../../../requests/refusal'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { Field, TextField } from '../../../ui/field'
import { IdTextField } from '../../../ui/id-form'
import styles from './api.module.css'
import * as texts from './api-texts'
import { ChangeLink } from './change-link'
import { filledIn, inputOf, type Problem, type TryFields } from './try-fields'

interface Props {
  operation: NamedOperation
  parameters: readonly Parameter[]
}

export function TryIt({ operation: { name, endpoint }, parameters }: Props) {
  const recent = useRecent()
  const signals = useRecentSignals()
  const [fields, setFields] = useState<TryFields>(() => filledIn(endpoint, parameters, { recent, signals }))
  const { input, problem } = inputOf(endpoint, parameters, fields)
  const change = (by: string, value: string) => setFields((old) => ({ ...old, [by]: value }))
  return (
    <section aria-label={texts.fields(name)} className={styles.tryIt}>
      <p>
        <strong>{priceNow(endpoint, input)}</strong>
      </p>
      <div className={styles.fields}>
        {parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={fields[parameter.by] ?? ''}
            onChange={(value) => change(parameter.by, value)}
          />
        ))}
        {fields.body !== undefined && (
          <TextField
            size="xs"
            className={styles.whole}
            label={texts.bodyField}
            value={fields.body}
            spellCheck={false}
            onChange={({ currentTarget }) => change('body', currentTarget.value)}
          />
        )}
      </div>
      {endpoint.effect === 'change' ? (
        <p>{problem === undefined ? <ChangeLink endpoint={endpoint} input={input} /> : reasonOf(problem)}</p>
      ) : (
        <Sending endpoint={endpoint} input={input} problem={problem} />
      )}
      <CallShown endpoint={endpoint} input={input} />
    </section>
  )
}

function priceNow({ effect }: Endpoint, { body }: CallInput): string {
  if (effect === 'free') return texts.freePrice
  return effect === 'billed' ? texts.priceOf(costOf(body)) : texts.changePrice
}

interface FieldProps {
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter, value, onChange }: FieldProps) {
  const { name, kind, filter } = parameter
  const label = kind === 'user' ? texts.user : name
  if (filter?.choices)
    return (
      <Field size="xs" label={label} description={filter.label} isDescribedBelow>
        {(given) => (
          <select {...given} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
            <option value="">{texts.any}</option>
            {filter.choices?.map(([choice, text]) => (
              <option key={choice} value={choice}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  const field = {
    size: 'xs' as const,
    label,
    description: filter?.label,
    required: parameter.in === 'path',
    value,
  }
  if (kind === 'id' || kind === 'user' || (kind === 'identifier' && !filter?.isFreeText))
    return <IdTextField {...field} onText={onChange} />
  return (
    <TextField
      {...field}
      isDescribedBelow
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const reasonOf = (problem: Problem | undefined): string | undefined => {
  if (problem === undefined) return undefined
  if (problem === 'not JSON') return texts.notJson
  return problem === 'another body' ? texts.otherBody : texts.missing(problem.missing.join(', '))
}

interface SendingProps {
  endpoint: Endpoint
  input: CallInput
  problem: Problem | undefined
}

/** Sends it and shows what came, as the inspector shows it. */
function Sending({ endpoint, input, problem }: SendingProps) {
  const { extensions } = useConfig()
  const refusal = useRefusal(endpoint.effect)
  const [isAsking, setAsking] = useState(false)
  const [begun, setBegun] = useState<number>()
  const [said, setSaid] = useState('')
  const came = useCalls().find((one) => begun !== undefined && one.endpoint === endpoint && one.at >= begun)
  const isOff = endpoint.extension !== undefined && !extensions.includes(endpoint.extension)
  const price = endpoint.effect === 'billed' ? costOf(input.body) : 1
  const go = async () => {
    setAsking(false)
    setBegun(Date.now())
    setSaid(texts.sending)
    const answer = await send(endpoint, input as never).catch(() => undefined) // the input of this endpoint
    setSaid(answer ? texts.returned(answer.status) : texts.failed)
  }
  return (
    <>
      <p className="row">
        <Button
          size="xs"
          variant="default"
          reason={isOff ? texts.switchedOff : (refusal ?? reasonOf(problem))}
          onClick={() => (endpoint.effect === 'billed' ? setAsking(true) : void go())}
        >
          {endpoint.effect === 'billed' ? texts.read(price) : texts.send}
        </Button>
        <span role="status">{said}</span>
      </p>
      {came && <CallDetail key={came.id} call={came} />}
      {isAsking && (
        <Confirm
          isRemoval={false}
          title={texts.readTitle}
          verb={texts.sendVerb(price)}
          onConfirm={() => void go()}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.counts}</p>
        </Confirm>
      )}
    </>
  )
}
