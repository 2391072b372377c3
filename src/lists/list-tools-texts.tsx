/** The texts of the tools beside every list's title. */

export const any = 'Any'
export const columns = (hidden: number) => (hidden > 0 ? `Columns (${hidden} hidden)` : 'Columns')
export const saveView = (
  <>
    Save <span className="visually-hidden">this </span>view
  </>
)
export const exportList = 'Export'
export const nothingToExport = 'Nothing to export.'
