/** Users and vehicles of the directory as rows of a file, with the same columns as the server's own file of them. */
import { teamUserColumns, teamVehicleColumns } from '../../api/team-columns'
import type { Row } from '../../lists/export/save-rows'
import { toRow } from '../../lists/service-list/list-file'
import type { UserSummary, VehicleSummary } from './summaries'

export const userColumns = Object.keys(teamUserColumns)
export const vehicleColumns = Object.keys(teamVehicleColumns)

const fromUser = toRow(teamUserColumns)
const fromVehicle = toRow(teamVehicleColumns)

export const userRow = ({ sent }: UserSummary): Row => fromUser({ row: sent, raw: sent })
export const vehicleRow = ({ sent }: VehicleSummary): Row => fromVehicle({ row: sent, raw: sent })
