/** The page's entry: loads the console once the browser has painted the server's page, which its script would delay. */
import '../ui/console.css'
import '../ui/foot-room.css'

const start = () => import('./start')
if (document.hidden)
  void start() // a hidden tab draws no frames
else requestAnimationFrame(() => setTimeout(start))
