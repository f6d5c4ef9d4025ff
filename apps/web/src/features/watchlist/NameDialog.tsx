import { createWatchlist, renameWatchlist, type Watchlist } from '@finlist/contract/watchlist'
import { request } from '../../api/request.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { tellFailure } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type Props = { list?: Watchlist; onSaved: (id: number) => void; onClose: () => void }

/** Lazy-loaded. Names a new list, or renames the given one. */
export default function NameDialog({ list, onSaved, onClose }: Props) {
  const t = useTranslation('watchlist')
  const form = useCallForm(createWatchlist, {
    start: { watchlistName: list?.watchlistName ?? '' },
    ask: query => ({ query }),
    words: { watchlistName: t('name.required') },
    send: async ({ query }) => {
      if (!list) return request(createWatchlist, { query })
      await request(renameWatchlist, { params: { id: list.watchlistId }, query })
      return list.watchlistId
    },
    onDone: id => onSaved(id),
    onFailed: error => tellFailure(error, t),
  })
  return (
    <Dialog open narrow onClose={onClose} title={t(list ? 'rename' : 'create')} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        <TextField
          label={t('name')}
          required
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          {...form.field('watchlistName')}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t(list ? 'save' : 'create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
