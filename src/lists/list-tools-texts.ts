/** The texts of the tools above every list. */

export const any = 'Any'
export const columns = (hidden: number) => (hidden > 0 ? `Columns (${hidden} hidden)` : 'Columns')
export const columnsShown = 'Columns shown'
export const saveView = 'Save this view'
export const exportList = 'Export'
