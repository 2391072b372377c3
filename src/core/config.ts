/** What the server told this page, for every component that needs it. */
import { createContext, useContext } from 'react'
import { maySeeActivity } from '../api/activity'
import type { PageConfig } from '../api/config'

const ConfigContext = createContext<PageConfig | undefined>(undefined)
export const ConfigProvider = ConfigContext.Provider

export function useConfig(): PageConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('useConfig needs ConfigProvider above it (console/start.tsx)')
  return config
}

/** Whether the server's record is offered to who sits here. */
export function useMaySeeActivity(): boolean {
  const config = useConfig()
  return maySeeActivity(config, config.operator)
}
