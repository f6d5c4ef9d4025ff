import { currencies } from '@finlist/domain/currencies'
import * as z from 'zod/mini'
import { call } from './call.ts'

const viewedLists = ['finlist', 'finder', 'watchlist'] as const
export type ViewedList = (typeof viewedLists)[number]

const columnName = z.string().check(z.minLength(1), z.maxLength(40))
/**
 * `columns` are the visible columns in order; null for the list's default. Unknown names are stored unchanged, because
 * another version of the client may have such a column.
 */
const listView = z.object({
  columns: z.nullable(z.array(columnName).check(z.maxLength(40))),
  compact: z.boolean(),
  /** The currency to convert totals to; null for a total per currency. */
  currency: z.nullable(z.enum(currencies)),
})
export type ListView = z.output<typeof listView>

/** The caller's view settings per list. Lists with default settings are omitted. */
export const listViews = call({
  method: 'GET',
  path: '/users/user/list-views',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.partialRecord(z.enum(viewedLists), listView),
})

/** Saves the caller's view settings of a list. */
export const saveListView = call({
  method: 'POST',
  path: '/users/user/list-views/:list',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ list: z.enum(viewedLists) }),
  body: listView,
})
