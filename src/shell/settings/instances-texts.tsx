/** The texts of the instances: the servers that share one store. */
export const about = 'Servers that share this store. One that ended unexpectedly stays in the list for a day or two.'
export const columns = ['Name', 'Version', 'State', 'Last heartbeat', 'Started']
export const thisOne = '(this one)'
export const running = 'Running'
export const gone = 'Gone'
export const ofBuild = (version: string, build: string) => `${version}, build ${build}`
export const loading = 'Loading instances…'
export const none = 'No instances yet. Each server appears within a few seconds of its start.'
export const couldNotLoad = 'Couldn’t load the instances'
export const away = 'Instances aren’t available: the server’s store can’t be reached.'
export const tryAgain = 'Try again'
export const outdated = 'Couldn’t refresh. What you see may be outdated.'
export const rollingTitle = 'Rolling deploy'
export const rolling = (versions: readonly string[]) => `Versions in use at the same time: ${versions.join(' · ')}.`
