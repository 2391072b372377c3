/** The query client without React. */
export { hashKey, notifyManager, QueryClient } from '@tanstack/query-core'
export const queryOptions = <T>(options: T): T => options
export const mutationOptions = <T>(options: T): T => options
export const useQuery = () => ({})
export const useQueryClient = () => ({})
