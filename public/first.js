// Sets the color scheme before the first paint, and again if another tab or the system changes it.
{
  const { basePath } = document.documentElement.dataset
  const key = basePath ? `${basePath} forecourt.color-scheme` : 'forecourt.color-scheme'
  const system = matchMedia('(prefers-color-scheme: dark)')
  let chosen
  try {
    chosen = localStorage.getItem(key)
  } catch {}
  const apply = () => {
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    chosen = event.newValue
    apply()
  })
}
