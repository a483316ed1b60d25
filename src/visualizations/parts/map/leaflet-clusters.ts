import 'leaflet.markercluster/dist/MarkerCluster.css'
// Leaflet first: the plug-in expects it as a global of the window
import './leaflet.ts'
import 'leaflet.markercluster'
