import { profitAlerts, profitAlertsInFinList } from '@finlist/contract/profit-alerts'
import { callQuery } from '../../api/query-client.ts'

export const alertDays = () => callQuery(profitAlerts)
export const codesInFinList = () => callQuery(profitAlertsInFinList)
