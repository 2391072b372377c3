/** The icons of the pages, in the rail and in “Jump to…”. */
import type { IconName } from '../ui/icon-names'

export const pageIcons = {
  '/': 'layout-dashboard',
  '/connections': 'link-2',
  '/users': 'users',
  '/vehicles': 'car',
  '/signals': 'activity',
  '/webhooks': 'webhook',
  '/subscriptions': 'rss',
  '/deliveries': 'inbox',
  '/deprecations': 'calendar-clock',
  '/jobs': 'list-checks',
  '/activity': 'scroll-text',
  '/settings': 'sliders-horizontal',
  '/help': 'circle-question-mark',
  '/help/api': 'square-terminal',
} as const satisfies Record<string, IconName>
