import type { ProposedPick } from '@finlist/contract/picking'
import type { ExchangeId } from '@finlist/domain/markets'
import { useTranslation } from '../../i18n/texts.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { isAdded } from './difference.ts'
import type { Editing } from './editing.ts'
import { titleOf } from './stock-title.ts'

type Props = { exchange: ExchangeId; pick: ProposedPick; onEdit: (editing: Editing) => void }

/**
 * The edits that can be made to a pick. A removed pick has none. A pick that staff added cannot be removed: its
 * addition is reverted instead.
 */
export function PickMenu({ exchange, pick, onEdit }: Props) {
  const t = useTranslation('picking')
  if (pick.isVetoed) return null
  const kinds = isAdded(pick) ? (['change', 'note'] as const) : (['veto', 'change', 'note'] as const)
  return (
    <RowMenu
      label={t('edit.named', { stock: titleOf(exchange, pick) })}
      items={kinds.map(what => ({ label: t(`edit.${what}`), onChoose: () => onEdit({ what, pick }) }))}
    />
  )
}
