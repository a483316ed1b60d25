import 'leaflet/dist/leaflet.css'
import L from 'leaflet'

/** Leaflet accesses the window on import, so renderers import this module dynamically. */
export default L
