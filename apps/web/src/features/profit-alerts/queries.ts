import { profitAlerts, profitAlertsInFinList } from '@finlist/contract/profit-alerts'
import { asked } from '../../api/query-client.ts'

export const alertDays = () => asked(profitAlerts)
export const codesInFinList = () => asked(profitAlertsInFinList)
