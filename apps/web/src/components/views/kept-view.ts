import type { ListView, ViewedList } from '@finlist/contract/list-views'
import { read, useStored, write } from '../../api/storage.ts'

const asTheListHasIt: ListView = { columns: null, compact: false, currency: null }

/** Views are stored by account, because several people may use one browser. */
const keyOf = (list: ViewedList) => `${read('deviceAccount')} ${list}`

/** The list's view as stored in this browser; makes no request. */
export const useKeptView = (list: ViewedList): ListView =>
  (useStored('listViews')[keyOf(list)] as ListView | undefined) ?? asTheListHasIt

export const keptView = (list: ViewedList) => read('listViews')[keyOf(list)]
export const keepView = (list: ViewedList, view: ListView) =>
  write('listViews', { ...read('listViews'), [keyOf(list)]: view })
