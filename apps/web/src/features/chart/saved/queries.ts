import { savedCharts, studyTemplates } from '@finlist/contract/charts/chart-storage'
import { callQuery } from '../../../api/query-client.ts'

/** The namespace of charts saved here. The server ignores the user's name. */
export const own = { client: 'web', user: 'me' }
export const chartList = () => callQuery(savedCharts, { query: own })
export const templateList = () => callQuery(studyTemplates, { query: own })
