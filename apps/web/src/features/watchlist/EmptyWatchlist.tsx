import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { callQuery } from '../../api/query-client.ts'
import ClosedExample from '../../components/examples/closed-example.tsx'
import Example from '../../components/examples/example.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import StarterList from './StarterList.tsx'
import { WaitingPositions } from './WaitingPositions.tsx'

/** `listId`: an empty list, which can be filled. Without `onCreate`, the plan does not include watchlists. */
type Props = { listId?: number; onCreate?: () => void; onFilled?: (id: number) => void }

/** Lazy-loaded. A watchlist that is empty, missing or not included in the plan. */
export default function EmptyWatchlist({ listId, onCreate, onFilled = () => undefined }: Props) {
  const t = useTranslation('watchlist')
  const { isPending } = useQuery(callQuery(user))
  if (listId !== undefined)
    return (
      <div className="mx-auto max-w-[52ch] py-10 text-center">
        <output className="text-14 text-faded">{t('empty')}</output>
        <StarterList listId={listId} onFilled={onFilled} />
      </div>
    )
  if (!onCreate) return <ClosedExample of="watchlist" />
  if (isPending) return <WaitingPositions />
  return (
    <Example of="watchlist">
      <output className="mt-5 block text-14 text-faded">{t('none')}</output>
      <div className="flex flex-wrap items-start gap-x-4">
        <StarterList onFilled={onFilled} />
        <Button aria-haspopup="dialog" onClick={onCreate} className="mt-4 max-md:w-full">
          <Plus size={16} aria-hidden />
          {t('create')}
        </Button>
      </div>
    </Example>
  )
}
