import { models } from '@finlist/contract/learning/models'
import { callQuery } from '../../../api/query-client.ts'

export const newestModels = () => callQuery(models)
