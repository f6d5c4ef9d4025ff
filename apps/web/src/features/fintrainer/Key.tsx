/** The keyboard shortcut next to a button's text. Screen readers announce it through the button instead. */
export const Key = ({ name }: { name: string }) => (
  <kbd
    aria-hidden
    className="rounded-sm border border-current px-1 font-sans text-12 leading-4 font-normal opacity-70 max-md:hidden"
  >
    {name}
  </kbd>
)
