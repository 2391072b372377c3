/** The texts of the question before a sign-out that would pause jobs. */
import { plural } from '../ui/format'

const them = (jobs: number) => (jobs === 1 ? 'it' : 'them')

export const question = 'Sign out?'
/** @param day until when they could run; empty if they can't */
export const consequence = (jobs: number, day: string) =>
  `Pauses ${plural(jobs, 'job')} that ${jobs === 1 ? 'changes' : 'change'} something or ${jobs === 1 ? 'uses' : 'use'} billed reads${day && `; or let ${them(jobs)} run until ${day}`}.`
export const afterwards = (jobs: number) =>
  `${jobs === 1 ? 'A paused job continues' : 'Paused jobs continue'} when you sign in again and resume ${them(jobs)}, or when another operator adopts ${them(jobs)}.`
export const signOutAndPause = (jobs: number) => `Sign out and pause ${plural(jobs, 'job')}`
export const letRun = (jobs: number, day: string) => `Sign out and let ${them(jobs)} run until ${day}`
