/**
 * Saved views in the server's own store: names for addresses of the console, one's own and those that others share. A
 * sign-in's views are its own; where nobody signs in, all are of the same owner.
 */
import * as z from 'zod/mini'
import { isLocal, isPage, MOST_NAME } from './view-address'

/** Shared ones of all owners: each is shown to everybody. */
export const MOST_SHARED = 500

/** Letters that can be stored and drawn on a line. */
const isLine = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text)

/** `POST /team/views`: saves one; the owner's own of that name is replaced. */
export const NewTeamView = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MOST_NAME), z.refine(isLine)),
  address: z.string().check(z.refine(isPage), z.refine(isLine)),
  isShared: z.boolean(),
})
export type NewTeamView = z.output<typeof NewTeamView>

export const TeamView = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string().check(z.refine(isLocal)), // an older version saved others than those of pages
  isShared: z.boolean(),
  /** True for whoever asks: nobody else changes or deletes it. */
  isOwn: z.boolean(),
  /** What its owner was called when it was saved; null where nobody signs in. */
  owner: z.nullable(z.string()),
  changedAt: z.string(),
})
export type TeamView = z.output<typeof TeamView>

/** `GET /team/views`; what `POST` and `DELETE /team/views/{id}` answer too: by name, one's own before others'. */
export const TeamViews = z.object({ views: z.array(TeamView) })
