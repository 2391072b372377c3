/**
 * Mantine, for the fields of forms and dialogs: fetched with the first of them, so that no page waits for it. It writes
 * no style into the page: mantine.css has what its theme would write.
 */
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import './mantine.css'
import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const theme = createTheme({ components: { Input: { classNames: { wrapper: 'mantine-field' } } } })

/** Stands around what is of Mantine. The colors' scheme is the page's own. */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      getRootElement={noRoot}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  )
}

const noRoot = () => undefined
