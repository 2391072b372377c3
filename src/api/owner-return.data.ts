/** What the hosted capacity flow appends to the return address, as publicly known; section 2.7 shows none of it. */
export const ownerReturnNames = ['vehicle_id', 'selected_capacity', 'reason', 'error', 'error_description'] as const
export type OwnerReturnName = (typeof ownerReturnNames)[number]
