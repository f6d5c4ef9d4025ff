import { type ListView, listViews, saveListView, type ViewedList } from '@finlist/contract/list-views'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { keepView, keptView, useKeptView } from './kept-view.ts'

export const viewsOfPerson = () => ({ ...callQuery(listViews), staleTime: 10 * 60_000 })

/**
 * The user's view of the list, and a function to change it. At first the view is the one stored in this browser, then
 * the one last saved on any device.
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
    /** True once the request for the saved view has succeeded or failed. */
    isKnown: !views.isPending,
    view,
    change: (part: Partial<ListView>) => void save(list, { ...view, ...part }),
  }
}

/**
 * Lists whose view was changed since the page was opened. Server responses to earlier requests are outdated for them.
 */
const changedHere = new Set<ViewedList>()
let sending = Promise.resolve()

/**
 * Shows the view immediately and saves it. Saves run one after the other, so that the newest view is the last to be
 * saved.
 */
function save(list: ViewedList, view: ListView): Promise<void> {
  changedHere.add(list)
  keepView(list, view)
  queryClient.setQueryData(viewsOfPerson().queryKey, known => known && { ...known, [list]: view })
  sending = sending
    .then(() => request(saveListView, { params: { list }, body: view }))
    .catch(error => console.error(error))
  return sending
}
