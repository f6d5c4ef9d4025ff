import type { Study } from '@finlist/domain/chart/studies'
import { Eye, EyeOff, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import type { BoardActions } from '../use-board.ts'
import { toggled } from './toggled.ts'

type Props = {
  study: Study | undefined
  name: string
  act: Pick<BoardActions, 'setStudy' | 'removeStudy'>
  onSettings: () => void
}

/**
 * Lazy-loaded. The actions on a study, next to its values. They appear when a mouse points at the values; a phone
 * always has the settings button.
 */
export default function StudyButtons({ study, name, act, onSettings }: Props) {
  const t = useTranslation('chart')
  if (!study) return null
  const isHidden = study.style?.hidden === true
  return (
    <span className="flex items-center rounded-sm bg-paper md:pointer-fine:pl-1 md:pointer-fine:pointer-events-none md:pointer-fine:absolute md:pointer-fine:inset-y-0 md:pointer-fine:right-0 md:pointer-fine:opacity-0 group-focus-within:pointer-events-auto! group-focus-within:opacity-100! group-hover:pointer-events-auto! group-hover:opacity-100!">
      <Small label={t(isHidden ? 'study.show' : 'study.hide', { name })} onClick={() => act.setStudy(toggled(study))}>
        {isHidden ? <EyeOff size={13} aria-hidden /> : <Eye size={13} aria-hidden />}
      </Small>
      <Small label={t('study.settings', { name })} onClick={onSettings} always>
        <SlidersHorizontal size={13} aria-hidden />
      </Small>
      <Small label={t('study.remove', { name })} onClick={() => act.removeStudy(study.id)}>
        <X size={13} aria-hidden />
      </Small>
    </span>
  )
}

type SmallProps = { label: string; onClick: () => void; always?: true; children: ReactNode }

const Small = ({ label, onClick, always, children }: SmallProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className={`grid size-6 place-items-center rounded-sm text-faded hover:bg-wash hover:text-ink ${always ? '' : 'max-md:hidden'}`}
  >
    {children}
  </button>
)
