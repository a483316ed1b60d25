import 'leaflet/dist/leaflet.css'
import L from 'leaflet'

/** Leaflet itself touches the window as soon as it is loaded, so pictures import this module when they are drawn. */
export default L
