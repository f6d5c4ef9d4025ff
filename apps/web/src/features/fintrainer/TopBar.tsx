import { ArrowLeft, CircleQuestionMark, type LucideIcon, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

type Props = { onBack: () => void; onBoard: () => void; onHelp: () => void; children?: ReactNode }

/** The controls above the game: back, the leaderboard and the tutorial. */
export function TopBar({ onBack, onBoard, onHelp, children }: Props) {
  const t = useTranslation('fintrainer')
  const { demoData } = useOperator()
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-1 border-b border-line bg-paper pt-[env(safe-area-inset-top)] pr-[max(0.25rem,env(safe-area-inset-right))] pl-[max(0.25rem,env(safe-area-inset-left))] md:gap-x-3 md:px-3">
      <BarButton label={t('back')} Sign={ArrowLeft} onClick={onBack} />
      <h1 id="page-title" tabIndex={-1} className="text-16 font-strong outline-none">
        {t('screen.fintrainer')}
      </h1>
      {demoData && (
        <span className={`max-md:ml-1 ${children ? 'max-[27rem]:hidden' : 'max-[24rem]:hidden'}`} title={t('demo')}>
          <Badge>{t('demo.short')}</Badge>
        </span>
      )}
      {children}
      <div className="ml-auto flex md:gap-x-3">
        <BarButton label={t('board')} Sign={Trophy} onClick={onBoard} />
        <BarButton label={t('how')} Sign={CircleQuestionMark} onClick={onHelp} />
      </div>
    </header>
  )
}

/** A button of the bar. A phone shows only its icon. */
function BarButton({ label, Sign, onClick }: { label: string; Sign: LucideIcon; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 text-13 hover:bg-wash md:min-h-9"
    >
      <Sign size={18} aria-hidden strokeWidth={1.75} />
      <span className="max-md:sr-only">{label}</span>
    </button>
  )
}
