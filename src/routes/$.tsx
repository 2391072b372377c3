/** Any address that no page has. */
import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../shell/page-failure'

export const Route = createFileRoute('/$')({ component: NotFound })
