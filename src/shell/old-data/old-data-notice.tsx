/** Offers to move, download or delete the data that earlier versions kept in this browser. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invalidate } from '../../api/console/client'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { explain } from '../../api/errors'
import { useConfig } from '../../core/config'
import { sessionQuery } from '../../core/session'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { saveFile } from '../../ui/download'
import { Notice } from '../../ui/notice'
import { moveOldData } from './move-old-data'
import { eraseSubscriptions, eraseViews, readOldData } from './old-data'
import * as texts from './old-data-texts'

interface Outcome {
  isError: boolean
  text: string
}

/** @param otherwise shown if there is none */
export function OldDataNotice({ otherwise }: { otherwise: ReactNode }) {
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQuery)
  const { store } = useConfig()
  const refusal = useRefusal('change')
  const [{ subscriptions, views }, setData] = useState(readOldData)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isAsking, setAsking] = useState(false)
  const end = (isError: boolean, ...sentences: (string | undefined)[]) => {
    setData(readOldData())
    setOutcome({ isError, text: sentences.filter(Boolean).join(' ') })
  }
  const { mutate: move, isPending: isMoving } = useMutation({
    mutationFn: () => moveOldData(client, readOldData()),
    onSuccess({ subscriptions, views, remainingViews }) {
      const rest = remainingViews > 0 ? texts.remaining(remainingViews) : undefined
      end(false, texts.moved(subscriptions, views), rest)
    },
    onError(error) {
      const { title, detail } = explain(error)
      end(true, texts.notMoved(detail ?? title))
    },
    onSettled: () => void invalidate(client, [subscriptionHistory.list]),
  })
  const download = () => {
    // The import of saved views takes the file, too.
    const file = { forecourt: 'views', version: 1, views, subscriptions }
    saveFile(texts.fileName, 'application/json', JSON.stringify(file, null, 2))
  }
  const erase = () => {
    setAsking(false)
    eraseSubscriptions()
    eraseViews()
    end(false, texts.deleted)
  }
  const count = subscriptions.length + views.length
  const isMovable = count > 0 && session !== undefined && !session.version3 && store.kind !== 'memory'
  return (
    <>
      {outcome && <Notice tone={outcome.isError ? 'danger' : 'good'}>{outcome.text}</Notice>}
      {count === 0 && !outcome && otherwise}
      {count > 0 && (
        <Notice
          tone="calm"
          actions={
            <>
              {isMovable && (
                <SmallButton label={texts.move} reason={refusal} isLoading={isMoving} onClick={() => move()} />
              )}
              <SmallButton label={texts.download} onClick={download} />
              <SmallButton label={texts.remove} onClick={() => setAsking(true)} />
            </>
          }
        >
          {texts.kept(subscriptions.length, views.length)}{' '}
          {store.kind === 'memory'
            ? texts.inMemory
            : session?.version3
              ? texts.ofAddedToken
              : isMovable && texts.movable}
        </Notice>
      )}
      {isAsking && (
        <Confirm
          title={texts.deleteTitle}
          verb={texts.deleteVerb(subscriptions.length, views.length)}
          onConfirm={erase}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.deleteMeans}</p>
        </Confirm>
      )}
    </>
  )
}

interface SmallButtonProps {
  label: string
  reason?: string | undefined
  isLoading?: boolean
  onClick: () => void
}

function SmallButton({ label, reason, isLoading = false, onClick }: SmallButtonProps) {
  return (
    <Button size="compact-sm" variant="default" reason={reason} loading={isLoading} onClick={onClick}>
      {label}
    </Button>
  )
}
