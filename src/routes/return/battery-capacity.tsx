/**
 * `/return/battery-capacity`: where the hosted flow sends an owner's browser back to (4.1, rule 5). It needs no sign-in:
 * an owner sees a thank-you and nothing of the console; an operator who opened the flow here sees what came of it.
 */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { maskVins } from '../../api/mask'
import type { OwnerReturnName } from '../../api/owner-return.data'
import { formField, parameterName, type Search, searchOf, textField } from '../../api/search'
import { vehicleData } from '../../api/vehicle-data'
import { sessionQuery } from '../../core/session'
import { type Outcome, outcomeOf } from '../../domain/vehicles/capacity-outcome'
import styles from '../../domain/vehicles/capacity-return.module.css'
import * as texts from '../../domain/vehicles/capacity-return-texts'
import { hasBegun } from '../../domain/vehicles/owner-flow'
import { ReadingTab } from '../../domain/vehicles/reading'
import { requestFromOtherTabs, useReading } from '../../domain/vehicles/readings'
import * as common from '../../domain/vehicles/texts'
import { useVehicle } from '../../domain/vehicles/vehicle-page'
import { BatteryView } from '../../domain/vehicles/views/battery'
import { Fact, Facts } from '../../ui/facts'
import { cut } from '../../ui/format'
import { Notice } from '../../ui/notice'

const known = {
  vehicle_id: textField,
  selected_capacity: textField,
  reason: textField,
  error: textField,
  error_description: textField,
} satisfies Record<OwnerReturnName, typeof textField>
/** How many other names pass: anybody can write an address. */
const MOST_OTHERS = 24
/** How much of a name and of a value is drawn. */
const MOST_NAME = 60
const MOST_SAID = 500
const dropped = formField(() => false)

/** What is appended under other names is shown too: the operator may know what it means. */
function readAppended(given: Search) {
  const others = Object.keys(given).filter((name) => !Object.hasOwn(known, parameterName(name)))
  const open = Object.fromEntries(others.map((name, index) => [name, index < MOST_OTHERS ? textField : dropped]))
  return searchOf<keyof typeof known>({ ...open, ...known })(given)
}

export const Route = createFileRoute('/return/battery-capacity')({
  validateSearch: readAppended,
  component: ReturnPage,
})

function ReturnPage() {
  const appended = Route.useSearch()
  const [isOperator, setOperator] = useState(() => hasBegun(appended.vehicle_id))
  const outcome = outcomeOf(appended)
  useEffect(() => {
    document.title = isOperator ? texts.documentTitle : texts.thanks
  }, [isOperator])
  return (
    <main className={styles.page}>
      {isOperator ? (
        <ForOperator appended={appended} outcome={outcome} />
      ) : (
        <ForOwner outcome={outcome} onOperator={() => setOperator(true)} />
      )}
    </main>
  )
}

const ownerTexts: Record<Outcome['kind'], string> = {
  selected: texts.passedOn,
  'no selection': texts.notChosen,
  error: texts.notPassedOn,
  nothing: texts.openedDirectly,
}

/** No ids, no numbers, nothing that was in the address. */
function ForOwner({ outcome, onOperator }: { outcome: Outcome; onOperator: () => void }) {
  return (
    <>
      <h1>{outcome.kind === 'selected' ? texts.thanks : texts.thanksForTime}</h1>
      <p>{ownerTexts[outcome.kind]}</p>
      <p className={styles.aside}>
        <button type="button" className="plain-button" onClick={onOperator}>
          {texts.iOperate}
        </button>
      </p>
    </>
  )
}

function ForOperator({ appended, outcome }: { appended: ReturnType<typeof readAppended>; outcome: Outcome }) {
  const vehicleId = appended.vehicle_id
  return (
    <>
      <h1>{texts.title}</h1>
      <Notice tone={outcome.kind === 'selected' ? 'good' : outcome.kind === 'no selection' ? 'calm' : 'amber'}>
        <p>
          <strong>{outcome.title}</strong> {outcome.meaning}
        </p>
      </Notice>
      <p className="quiet">{texts.unproven}</p>
      <Facts>
        {Object.entries(appended).map(
          ([name, value]) =>
            value !== undefined && (
              <Fact key={name} name={cut(name, MOST_NAME)}>
                <bdi translate="no" className="mono">
                  {cut(maskVins(value), MOST_SAID)}
                </bdi>
              </Fact>
            ),
        )}
      </Facts>
      {vehicleId !== undefined && <ReadAgain vehicleId={vehicleId} selected={outcome.capacity} />}
      <p>
        <Link to="/">{texts.toConsole}</Link>
      </p>
    </>
  )
}

function ReadAgain({ vehicleId, selected }: { vehicleId: string; selected: number | undefined }) {
  const known = useVehicle(vehicleId)
  const input = { path: { id: vehicleId } }
  const { latest, previous } = useReading(vehicleData.batteryCapacity, input)
  useQuery(sessionQuery) // an owner's page is not told the account, and readings are an account's
  useEffect(() => requestFromOtherTabs(vehicleData.batteryCapacity, { path: { id: vehicleId } }), [vehicleId])
  const nominal = latest?.value.capacity?.nominal
  return (
    <section className="stack" aria-label={texts.beforeAndAfter}>
      <ReadingTab
        endpoint={vehicleData.batteryCapacity}
        input={input}
        title={common.battery}
        name={texts.reading}
        mayReadOnOpen={false}
        known={known}
        view={({ value }) => (
          <>
            {selected !== undefined && (
              <Notice tone={nominal === selected ? 'good' : 'amber'}>
                {nominal === selected ? texts.same(selected) : texts.another(selected, nominal)}
              </Notice>
            )}
            {previous && <p>{texts.change(previous.value.capacity?.nominal, nominal)}</p>}
            <BatteryView value={value} />
          </>
        )}
      />
      <p>
        <Link to="/vehicles/$vehicleId/battery" params={{ vehicleId }}>
          {texts.capacityOfVehicle}
        </Link>
      </p>
    </section>
  )
}
