/** Handles messages of other tabs. Each is a hint: the server says what is true. */
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { nextAccount } from '../core/account'
import { lookAtSignIn } from '../core/operator'
import { sessionQuery } from '../core/session'
import type { TabMessage } from '../core/tab-messages'

const Message: z.ZodMiniType<TabMessage> = z.union([
  z.object({ about: z.enum(['vehicle token', 'sign-in', 'sign-out']) }),
  z.object({ about: z.literal('tokens'), account: z.optional(z.string()) }),
])

/** Ignores every other message. */
export function handleTabMessage(received: unknown, client: QueryClient): void {
  const { data: message } = Message.safeParse(received)
  switch (message?.about) {
    case 'tokens':
      void nextAccount(message.account ?? null, true)
      return
    case 'vehicle token':
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return
    case 'sign-in':
    case 'sign-out':
      void lookAtSignIn(message.about === 'sign-out')
  }
}
