/** Gives a chart the whole width of the page, through ui/theme.css. Returns a function that undoes it. */
export function takeThePage() {
  document.documentElement.dataset['page'] = 'chart'
  return () => {
    delete document.documentElement.dataset['page']
  }
}
