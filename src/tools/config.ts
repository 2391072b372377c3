/** What the server told this page, for every component that needs it. */
import { createContext, useContext } from 'react'
import type { ConsoleConfig } from '../api/config'

const ConfigContext = createContext<ConsoleConfig | undefined>(undefined)
export const ConfigProvider = ConfigContext.Provider

export function useConfig(): ConsoleConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('useConfig needs ConfigProvider above it (main.tsx)')
  return config
}
