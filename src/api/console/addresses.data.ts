/** The server's own addresses as rows of a table. The build replaces this module by its values (vite.config.ts). */
import { consoleEndpoints } from './api'

export const consoleAddresses = consoleEndpoints.map(({ operation, role, use }) => ({ operation, role, use }))
