import 'leaflet.markercluster/dist/MarkerCluster.css'
// Leaflet first: the plug-in looks for it in the window
import './leaflet.ts'
import 'leaflet.markercluster'
