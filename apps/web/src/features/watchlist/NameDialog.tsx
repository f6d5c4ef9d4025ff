import { createWatchlist, renameWatchlist, type Watchlist } from '@finlist/contract/watchlist'
import { type FormEvent, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { tellFailure } from '../../parts/watchlists.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = { list?: Watchlist; onSaved: (id: number) => void; onClose: () => void }

/** Load it lazily. Names a new list, or renames the given one. */
export default function NameDialog({ list, onSaved, onClose }: Props) {
  const t = useTranslation('watchlist')
  const [name, setName] = useState(list?.watchlistName ?? '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return
    setBusy(true)
    const query = { watchlistName: name.trim() }
    try {
      if (list) await request(renameWatchlist, { params: { id: list.watchlistId }, query })
      onSaved(list ? list.watchlistId : await request(createWatchlist, { query }))
    } catch (error) {
      await tellFailure(error, t('error.unknown'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open narrow onClose={onClose} title={t(list ? 'rename' : 'create')} closeLabel={t('close')}>
      <form noValidate onSubmit={event => void save(event)} className="grid gap-4">
        <TextField
          label={t('name')}
          required
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={name}
          onChange={event => setName(event.target.value)}
          wrong={tried && name.trim() === '' && t('name.required')}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={busy} className="max-md:flex-1">
            {t(list ? 'save' : 'create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
