import { today } from '@finlist/contract/today'
import { callQuery } from '../../api/query-client.ts'

export const todayQuery = () => callQuery(today)
