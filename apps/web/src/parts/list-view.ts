import { type ListView, listViews, saveListView, type ViewedList } from '@finlist/contract/list-views'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { keepView, keptView, useKeptView } from './kept-view.ts'

export const viewsOfPerson = () => ({ ...callQuery(listViews), staleTime: 10 * 60_000 })

/**
 * How the person has the list shown, and a function to change it. What this browser has kept is shown at once, then what
 * the person chose elsewhere.
 */
export function useListView(list: ViewedList) {
  const view = useKeptView(list)
  const views = useQuery(viewsOfPerson())
  const chosen = views.data?.[list]
  useEffect(() => {
    if (chosen && !changedHere.has(list) && JSON.stringify(chosen) !== JSON.stringify(keptView(list)))
      keepView(list, chosen)
  }, [chosen, list])
  return {
    /** Whether it is known what the person chose elsewhere, as far as it can be. */
    isKnown: !views.isPending,
    view,
    change: (part: Partial<ListView>) => void save(list, { ...view, ...part }),
  }
}

/** Lists that the person has changed since the page was opened: what the server said before is old. */
const changedHere = new Set<ViewedList>()
let sending = Promise.resolve()

/** Shown at once; the newest one is what is kept in the end. */
function save(list: ViewedList, view: ListView): Promise<void> {
  changedHere.add(list)
  keepView(list, view)
  queryClient.setQueryData(viewsOfPerson().queryKey, known => known && { ...known, [list]: view })
  sending = sending
    .then(() => request(saveListView, { params: { list }, body: view }))
    .catch(error => console.error(error))
  return sending
}
