import { type ListView, listViews, saveListView, type ViewedList } from '@finlist/contract/list-views'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { read, useStored, write } from '../api/storage.ts'

export const viewsOfPerson = () => ({ ...callQuery(listViews), staleTime: 10 * 60_000 })

const asTheListHasIt: ListView = { columns: null, compact: false, currency: null }

/** Views by account: several people may use one browser. */
const keyOf = (list: ViewedList) => `${read('deviceAccount')} ${list}`
const keep = (list: ViewedList, view: ListView) => write('listViews', { ...read('listViews'), [keyOf(list)]: view })

/**
 * How the person has the list shown, and a function to change it. What this browser has kept is shown at once; once
 * `isTurnedTo`, what the person chose elsewhere.
 */
export function useListView(list: ViewedList, isTurnedTo = true) {
  const kept = useStored('listViews')[keyOf(list)] as ListView | undefined
  const views = useQuery({ ...viewsOfPerson(), enabled: isTurnedTo })
  const chosen = views.data?.[list]
  useEffect(() => {
    if (chosen && !changedHere.has(list) && JSON.stringify(chosen) !== JSON.stringify(read('listViews')[keyOf(list)]))
      keep(list, chosen)
  }, [chosen, list])
  return {
    /** Whether it is known what the person chose elsewhere, as far as it can be. */
    isKnown: !views.isPending,
    view: kept ?? asTheListHasIt,
    change: (part: Partial<ListView>) => void save(list, { ...(kept ?? asTheListHasIt), ...part }),
  }
}

/** Lists that the person has changed since the page was opened: what the server said before is old. */
const changedHere = new Set<ViewedList>()
let sending = Promise.resolve()

/** Shown at once; the newest one is what is kept in the end. */
function save(list: ViewedList, view: ListView): Promise<void> {
  changedHere.add(list)
  keep(list, view)
  queryClient.setQueryData(viewsOfPerson().queryKey, known => known && { ...known, [list]: view })
  sending = sending
    .then(() => request(saveListView, { params: { list }, body: view }))
    .catch(error => console.error(error))
  return sending
}
