/** The texts of what another tab has removed: what it is called. */

export const connection = (id: string) => `connection ${id}`
export const user = (id: string) => `user ${id}`
export const subscription = (id: string) => `subscription ${id}`
