/** The path of the hub below the base of the API. Feeds name it, and it pushes them. */
export const HUB_PATH = '/feeds/hub'
