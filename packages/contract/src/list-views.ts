import { currencies } from '@finlist/domain/currencies'
import * as z from 'zod/mini'
import { call } from './call.ts'

const viewedLists = ['finlist', 'finder', 'watchlist'] as const
export type ViewedList = (typeof viewedLists)[number]

const columnName = z.string().check(z.minLength(1), z.maxLength(40))
/**
 * The visible columns in order; null for the list's default. Unknown names are kept, since a later version may know
 * them.
 */
const listView = z.object({
  columns: z.nullable(z.array(columnName).check(z.maxLength(40))),
  compact: z.boolean(),
  /** The currency that totals are converted to; null: a total per currency. */
  currency: z.nullable(z.enum(currencies)),
})
export type ListView = z.output<typeof listView>

/** The person's view settings per list; lists without changes are omitted. */
export const listViews = call({
  method: 'GET',
  path: '/users/user/list-views',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.partialRecord(z.enum(viewedLists), listView),
})

export const saveListView = call({
  method: 'POST',
  path: '/users/user/list-views/:list',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ list: z.enum(viewedLists) }),
  body: listView,
})
