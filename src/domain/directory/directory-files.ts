/** Users and vehicles of the directory as rows of a file, with the same columns as the server's own file of them. */
import type { TeamUser, TeamVehicle } from '../../api/team'
import { teamUserColumns, teamVehicleColumns } from '../../api/team-columns'
import type { Row } from '../../lists/export/save-rows'
import { toRow } from '../../lists/service-list/list-file'

export const userColumns = Object.keys(teamUserColumns)
export const vehicleColumns = Object.keys(teamVehicleColumns)

const fromUser = toRow(teamUserColumns)
const fromVehicle = toRow(teamVehicleColumns)

export const userRow = (row: TeamUser): Row => fromUser({ row, raw: row })
export const vehicleRow = (row: TeamVehicle): Row => fromVehicle({ row, raw: row })
