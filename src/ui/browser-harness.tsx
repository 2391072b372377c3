/** For component tests: a part with the console's styles and a router whose address is in memory, and nothing else. */
import './console.css'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { render } from 'vitest-browser-react'

document.documentElement.dataset.hydrated = 'true' // or console.css hides the controls

const PartContext = createContext<ReactNode>(null)

/** Plain text, as the console's own addresses are. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** Draws a part. @param at the address that it is drawn at */
export async function draw(part: ReactNode, at = '/') {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => useContext(PartContext),
      notFoundComponent: () => useContext(PartContext),
    }),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })
  await router.load()
  const within = (inner: ReactNode) => (
    <PartContext value={inner}>
      <RouterProvider router={router as never /* the console's own router is another type */} />
    </PartContext>
  )
  const drawn = await render(within(part))
  return { ...drawn, router, drawAgain: (next: ReactNode) => drawn.rerender(within(next)) }
}
