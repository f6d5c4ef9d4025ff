type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export function Switch({ label, checked, onChange }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 text-13 md:min-h-9">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={event => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="relative h-4.5 w-8 shrink-0 rounded-full border border-edge bg-wash transition-colors peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent after:absolute after:top-0.5 after:left-0.5 after:size-3 after:rounded-full after:bg-edge after:transition-[translate] peer-checked:after:translate-x-3.5 peer-checked:after:bg-accent-ink"
      />
      {label}
    </label>
  )
}
