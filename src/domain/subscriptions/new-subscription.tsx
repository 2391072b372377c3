/** The form "New subscription": a webhook, and a user and a vehicle that belong together, with warnings before it is sent. */

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { cleanId } from '../../api/clean-id'
import { type ConnectionRow, userIdOf, vehicleIdOf } from '../../api/connections'
import { isSameId } from '../../api/same-id'
import { LeftOut } from '../../lists/contradictions'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/field'
import { useHash } from '../../ui/first-render'
import { cutMiddle } from '../../ui/format'
import { describeCleaned, IdHint } from '../../ui/id-hint'
import { later } from '../../ui/later'
import { carOf } from '../connections/connection-names'
import { leftOutInWords } from '../connections/filter-check'
import { type Owner, type Related, relatedConnections } from '../connections/related'
import { readCatalogue, useCatalogue } from '../webhooks/catalogue'
import { type HistoryEntry, isThere } from './history-entries'
import { findBefore } from './history-requests'
import { Lasting } from './lasting'
import { isUnderWay } from './subscribe'
import { useSubscribe } from './subscribe-later'
import { type SubscriptionKey, subscriptionKeyText } from './subscription-key'
import styles from './subscriptions.module.css'
import * as texts from './texts'

/** Fetched with the page, and not ahead of it: there is nothing to say of empty fields. */
const Warnings = later(() => import('./warnings').then((module) => module.Warnings))

const id = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(2000))
const Fields = z.object({
  webhookId: id(texts.enterWebhook),
  userId: id(texts.enterUser),
  vehicleId: id(texts.enterVehicle),
})

/** What a link from a connection, a vehicle or a webhook has filled in: `#webhookId=…&userId=…`. */
function filledIn(hash: string): SubscriptionKey {
  const given = new URLSearchParams(hash)
  const of = (name: keyof SubscriptionKey) => given.get(name)?.slice(0, 2000) ?? ''
  return { webhookId: of('webhookId'), userId: of('userId'), vehicleId: of('vehicleId') }
}

const names = ['webhookId', 'userId', 'vehicleId'] as const

/** A link fills in an ID as the API returned it; what was entered is cleaned. */
const cleanedKey = (values: SubscriptionKey, initial: SubscriptionKey): SubscriptionKey => {
  const clean = (name: keyof SubscriptionKey) =>
    values[name] === initial[name] ? values[name].trim() : cleanId(values[name]).id
  return { webhookId: clean('webhookId'), userId: clean('userId'), vehicleId: clean('vehicleId') }
}

/** A link that fills in something else begins a form of its own. */
export function NewSubscription() {
  const hash = useHash()
  return <SubscriptionForm key={hash} initial={filledIn(hash)} />
}

function SubscriptionForm({ initial }: { initial: SubscriptionKey }) {
  const subscribe = useSubscribe()
  const { register, handleSubmit, setValue, getValues, reset, formState } = useForm<SubscriptionKey>({
    resolver: standardSchemaResolver(Fields),
    defaultValues: initial,
  })
  const { errors } = formState
  /** What the fields say once one is left: nothing is asked while something is typed. */
  const [left, setLeft] = useState(cleanedKey(initial, initial))
  const [removed, setRemoved] = useState<Partial<Record<keyof SubscriptionKey, string>>>({})
  const [asking, setAsking] = useState<{ subscriptionKey: SubscriptionKey; before: HistoryEntry }>()
  const isChecking = useRef(false)
  const known = useKnown(left)
  const webhookName = known.webhook?.attributes?.name
  const clean = () => {
    const entered = getValues()
    const cleaned = cleanedKey(entered, initial)
    for (const name of names) {
      if (cleaned[name] === entered[name]) continue
      setValue(name, cleaned[name])
      setRemoved((old) => ({ ...old, [name]: describeCleaned(cleanId(entered[name])) }))
    }
    return cleaned
  }
  const look = () => setLeft(clean())
  const change = (name: keyof SubscriptionKey, { inputType }: InputEvent) => {
    setRemoved((old) => ({ ...old, [name]: undefined }))
    if (inputType === 'insertFromPaste') clean()
  }
  useEffect(() => {
    void readCatalogue(1) // to pick from; it costs no vehicle anything
  }, [])
  const fill = (values: Partial<SubscriptionKey>) => {
    for (const [name, value] of Object.entries(values))
      setValue(name as keyof SubscriptionKey, value, { shouldValidate: true }) // the names of a SubscriptionKey
    look()
  }
  const send = async (subscriptionKey: SubscriptionKey) => {
    setAsking(undefined)
    const phase = await subscribe(subscriptionKey)
    // The webhook stays for the next one; what the service refused stays to be mended.
    const now = cleanedKey(getValues(), initial)
    if (phase === 'accepted' && subscriptionKeyText(now) === subscriptionKeyText(subscriptionKey)) {
      reset({ ...subscriptionKey, userId: '', vehicleId: '' })
      setRemoved({})
      look()
    }
  }
  const submit = handleSubmit(async (values) => {
    const subscriptionKey = cleanedKey(values, initial)
    look()
    if (isChecking.current || isUnderWay(subscriptionKey)) return
    isChecking.current = true // the second click of a double click sends nothing
    const before = await findBefore(subscriptionKey)
    isChecking.current = false
    if (before) setAsking({ subscriptionKey, before })
    else void send(subscriptionKey)
  })
  const field = (name: keyof SubscriptionKey, label: string) => ({
    label,
    size: 'xs' as const,
    spellCheck: false,
    autoComplete: 'off',
    error: errors[name]?.message,
    description: removed[name] && <IdHint removed={removed[name]} />,
    isDescribedBelow: true,
    ...register(name, { onBlur: look, onChange: ({ nativeEvent }) => change(name, nativeEvent) }),
  })
  const reason = useRefusal('change')
  return (
    <>
      <form aria-label={texts.newTitle} className={styles.form} onSubmit={submit} noValidate>
        <TextField {...field('webhookId', texts.webhookField)} list="webhooks" className={styles.field} />
        <datalist id="webhooks">
          {known.webhooks.map((webhook) => (
            <option translate="no" key={webhook.id} value={webhook.id}>
              {webhook.attributes?.name ?? ''}
            </option>
          ))}
        </datalist>
        <TextField {...field('userId', texts.userField)} className={styles.field} />
        <TextField {...field('vehicleId', texts.vehicleField)} className={styles.field} />
        <Button type="submit" size="xs" reason={reason}>
          {texts.createVerb}
        </Button>
        <Lasting />
      </form>
      {webhookName && <p className="quiet">{texts.webhookNamed(<bdi translate="no">{webhookName}</bdi>)}</p>}
      <Warnings
        subscriptionKey={left}
        webhook={known.webhook}
        isUnknownWebhook={known.isUnknownWebhook}
        related={known.related}
      />
      {known.error !== null && known.error !== undefined && <Failure error={known.error} onRetry={known.retry} />}
      {known.related && <LeftOut sentences={leftOutInWords(known.related.contradicted)} />}
      {known.related && <Picker related={known.related} left={left} onPick={fill} />}
      {asking && (
        <Confirm
          isRemoval={false}
          title={texts.againTitle}
          verb={texts.createVerb}
          onConfirm={() => void send(asking.subscriptionKey)}
          onCancel={() => setAsking(undefined)}
        >
          <p>{isThere(asking.before) ? texts.againMeans : texts.againMayMean}</p>
        </Confirm>
      )}
    </>
  )
}

/** What is known of the three: the connections of the user, else of the vehicle, and the webhook among those read. */
function useKnown({ webhookId, userId, vehicleId }: SubscriptionKey) {
  const owner: Owner = userId ? { 'filter[userId]': userId } : { 'filter[vehicleId]': vehicleId }
  const isAsked = userId !== '' || vehicleId !== ''
  const { data, error, refetch } = useQuery({ ...relatedConnections(owner), enabled: isAsked })
  const catalogue = useCatalogue()
  const webhook = catalogue.rows.find((one) => isSameId(one.id, webhookId))
  return {
    webhook,
    isUnknownWebhook: webhookId !== '' && catalogue.isWhole && !webhook,
    webhooks: catalogue.rows,
    related: isAsked ? data : undefined,
    error: isAsked ? error : undefined,
    retry: () => void refetch(),
  }
}

/** Connections offered at a time. */
const OFFERED = 10

interface PickerProps {
  related: Related
  left: SubscriptionKey
  onPick: (values: Partial<SubscriptionKey>) => void
}

/** A user and a vehicle that belong together, from the connections of the one that was entered. */
function Picker({ related: { rows, isComplete, total }, left, onPick }: PickerProps) {
  const fits = rows.filter(
    (row) => !(isSameId(userIdOf(row), left.userId) && isSameId(vehicleIdOf(row), left.vehicleId)),
  )
  if (rows.length === 0 && !isComplete && total === undefined) return null // not known: said above
  if (rows.length === 0)
    return <p className="quiet">{left.userId ? texts.userUnconnected : texts.vehicleUnconnected}</p>
  if (fits.length < rows.length) return null // the two belong together
  const of = isComplete ? undefined : total
  return (
    <section aria-label={texts.offers}>
      <p className="quiet">{left.userId ? texts.vehiclesOf(rows.length, of) : texts.usersOf(rows.length, of)}</p>
      <ul className={styles.offers}>
        {fits.slice(0, OFFERED).map((row) => (
          <Offer key={row.id} row={row} onPick={onPick} />
        ))}
      </ul>
      {fits.length > OFFERED && <p className="quiet">{texts.moreOffers(fits.length - OFFERED)}</p>}
    </section>
  )
}

function Offer({ row, onPick }: { row: ConnectionRow; onPick: PickerProps['onPick'] }) {
  const { vehicle, user } = row.attributes ?? {}
  const [userId, vehicleId] = [userIdOf(row), vehicleIdOf(row)]
  if (userId === undefined || vehicleId === undefined) return null
  const name = [carOf(vehicle) || cutMiddle(vehicleId), user?.externalId?.slice(0, 60), vehicle?.mode].filter(Boolean)
  return (
    <li>
      <Button size="compact-xs" variant="default" onClick={() => onPick({ userId, vehicleId })}>
        {texts.use(
          <bdi translate="no" className={styles.offer}>
            {name.join(' · ')}
          </bdi>,
        )}
      </Button>
    </li>
  )
}
