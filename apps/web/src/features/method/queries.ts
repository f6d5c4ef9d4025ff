import { chance } from '@finlist/contract/chance'
import { callQuery } from '../../api/query-client.ts'

export const chanceRates = () => callQuery(chance)
