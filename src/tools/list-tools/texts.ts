/** The texts of what stands below every list. */

export const columns = (hidden: number) => (hidden > 0 ? `Columns (${hidden} hidden)` : 'Columns')
export const columnsShown = 'Columns shown'
export const saveView = 'Save this view'
export const exportList = 'Export'
