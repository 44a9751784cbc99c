// The parts of Leaflet 1.7.1 that the page uses, for the check of types. No part of the program.

declare namespace L {
  type LatLngTuple = [number, number];
  type LatLngExpression = LatLng | LatLngTuple | { lat: number, lng: number };
  type LatLngBoundsExpression = LatLngBounds | LatLngTuple[];
  type PointExpression = Point | [number, number];
  type Handler<E = any> = (event: E) => void;

  class Point {
    constructor(x: number, y: number, round?: boolean);
    x: number;
    y: number;
    clone(): Point;
    add(other: PointExpression): Point;
    subtract(other: PointExpression): Point;
    multiplyBy(factor: number): Point;
    divideBy(divisor: number): Point;
    scaleBy(scale: PointExpression): Point;
    unscaleBy(scale: PointExpression): Point;
    round(): Point;
    floor(): Point;
    ceil(): Point;
    distanceTo(other: PointExpression): number;
    equals(other: PointExpression): boolean;
  }

  interface Coords extends Point {
    z: number;
  }

  class Bounds {
    constructor(a: PointExpression, b: PointExpression);
    min: Point;
    max: Point;
    extend(point: PointExpression): this;
    getCenter(): Point;
    getSize(): Point;
    contains(other: Bounds | PointExpression): boolean;
    intersects(other: Bounds): boolean;
  }

  class LatLng {
    constructor(lat: number, lng: number);
    lat: number;
    lng: number;
    equals(other: LatLngExpression, maxMargin?: number): boolean;
    distanceTo(other: LatLngExpression): number;
    wrap(): LatLng;
    toBounds(sizeInMeters: number): LatLngBounds;
  }

  class LatLngBounds {
    constructor(corner1: LatLngExpression, corner2: LatLngExpression);
    extend(other: LatLngExpression | LatLngBoundsExpression): this;
    pad(ratio: number): LatLngBounds;
    getCenter(): LatLng;
    getSouthWest(): LatLng;
    getNorthEast(): LatLng;
    getNorthWest(): LatLng;
    getSouthEast(): LatLng;
    getWest(): number;
    getSouth(): number;
    getEast(): number;
    getNorth(): number;
    contains(other: LatLngExpression | LatLngBoundsExpression): boolean;
    intersects(other: LatLngBoundsExpression): boolean;
    equals(other: LatLngBoundsExpression, maxMargin?: number): boolean;
    isValid(): boolean;
  }

  interface LeafletEvent {
    type: string;
    target: any;
    sourceTarget: any;
  }
  interface MouseEvent extends LeafletEvent {
    latlng: LatLng;
    layerPoint: Point;
    containerPoint: Point;
    originalEvent: globalThis.MouseEvent;
  }
  interface KeyboardEvent extends LeafletEvent {
    originalEvent: globalThis.KeyboardEvent;
  }
  interface ZoomAnimEvent extends LeafletEvent {
    center: LatLng;
    zoom: number;
    noUpdate?: boolean;
  }
  interface ResizeEvent extends LeafletEvent {
    oldSize: Point;
    newSize: Point;
  }
  interface TileEvent extends LeafletEvent {
    tile: HTMLElement;
    coords: Coords;
  }
  interface LocationEvent extends LeafletEvent {
    latlng: LatLng;
    bounds: LatLngBounds;
    accuracy: number;
  }
  interface ErrorEvent extends LeafletEvent {
    message: string;
    code: number;
  }
  interface DragEndEvent extends LeafletEvent {
    distance: number;
  }

  interface Events {
    click: MouseEvent;
    dblclick: MouseEvent;
    contextmenu: MouseEvent;
    mousedown: MouseEvent;
    mouseup: MouseEvent;
    mouseover: MouseEvent;
    mouseout: MouseEvent;
    mousemove: MouseEvent;
    keydown: KeyboardEvent;
    keypress: KeyboardEvent;
    keyup: KeyboardEvent;
    zoomanim: ZoomAnimEvent;
    resize: ResizeEvent;
    tileload: TileEvent;
    tileloadstart: TileEvent;
    tileunload: TileEvent;
    tileerror: TileEvent & { error: Error };
    locationfound: LocationEvent;
    locationerror: ErrorEvent;
    dragend: DragEndEvent;
  }

  class Evented {
    on<Name extends keyof Events>(type: Name, handler: Handler<Events[Name]>, context?: any): this;
    on(type: string, handler: Handler, context?: any): this;
    once<Name extends keyof Events>(type: Name, handler: Handler<Events[Name]>, context?: any): this;
    once(type: string, handler: Handler, context?: any): this;
    off(type?: string, handler?: Handler, context?: any): this;
    fire(type: string, data?: object, propagate?: boolean): this;
    listens(type: string): boolean;
  }

  interface ZoomPanOptions {
    animate?: boolean;
    duration?: number;
    easeLinearity?: number;
    noMoveStart?: boolean;
  }
  interface FitBoundsOptions extends ZoomPanOptions {
    padding?: PointExpression;
    paddingTopLeft?: PointExpression;
    paddingBottomRight?: PointExpression;
    maxZoom?: number;
  }
  interface MapOptions {
    center?: LatLngExpression;
    zoom?: number;
    minZoom?: number;
    maxZoom?: number;
    maxBounds?: LatLngBoundsExpression;
    maxBoundsViscosity?: number;
    layers?: Layer[];
    zoomControl?: boolean;
    attributionControl?: boolean;
    zoomSnap?: number;
    zoomDelta?: number;
    worldCopyJump?: boolean;
    keyboard?: boolean;
    keyboardPanDelta?: number;
    dragging?: boolean;
    boxZoom?: boolean;
    doubleClickZoom?: boolean | 'center';
    scrollWheelZoom?: boolean | 'center';
    touchZoom?: boolean | 'center';
    tap?: boolean;
    trackResize?: boolean;
    preferCanvas?: boolean;
    fadeAnimation?: boolean;
    zoomAnimation?: boolean;
    markerZoomAnimation?: boolean;
    zoomAnimationThreshold?: number;
    inertia?: boolean;
    bounceAtZoomLimits?: boolean;
    closePopupOnClick?: boolean;
  }

  interface Switch {
    enable(): this;
    disable(): this;
    enabled(): boolean;
  }

  class Map extends Evented {
    constructor(element: string | HTMLElement, options?: MapOptions);
    options: MapOptions;
    attributionControl: Control.Attribution;
    zoomControl: Control.Zoom;
    dragging: Switch;
    keyboard: Switch;
    boxZoom: Switch;
    doubleClickZoom: Switch;
    scrollWheelZoom: Switch;
    touchZoom: Switch;
    setView(center: LatLngExpression, zoom?: number, options?: ZoomPanOptions): this;
    setZoom(zoom: number, options?: ZoomPanOptions): this;
    zoomIn(delta?: number, options?: ZoomPanOptions): this;
    zoomOut(delta?: number, options?: ZoomPanOptions): this;
    setZoomAround(point: Point | LatLngExpression, zoom: number, options?: ZoomPanOptions): this;
    fitBounds(bounds: LatLngBoundsExpression, options?: FitBoundsOptions): this;
    fitWorld(options?: FitBoundsOptions): this;
    panTo(center: LatLngExpression, options?: ZoomPanOptions): this;
    panBy(offset: PointExpression, options?: ZoomPanOptions): this;
    panInside(center: LatLngExpression, options?: FitBoundsOptions): this;
    panInsideBounds(bounds: LatLngBoundsExpression, options?: ZoomPanOptions): this;
    flyTo(center: LatLngExpression, zoom?: number, options?: ZoomPanOptions): this;
    flyToBounds(bounds: LatLngBoundsExpression, options?: FitBoundsOptions): this;
    setMaxBounds(bounds: LatLngBoundsExpression | null): this;
    setMinZoom(zoom: number): this;
    setMaxZoom(zoom: number): this;
    invalidateSize(options?: boolean | (ZoomPanOptions & { pan?: boolean, debounceMoveend?: boolean })): this;
    stop(): this;
    locate(options?: { setView?: boolean, maxZoom?: number, timeout?: number, enableHighAccuracy?: boolean }): this;
    addLayer(layer: Layer): this;
    removeLayer(layer: Layer): this;
    hasLayer(layer: Layer): boolean;
    eachLayer(visit: (layer: Layer) => void): this;
    addControl(control: Control): this;
    removeControl(control: Control): this;
    createPane(name: string, container?: HTMLElement): HTMLElement;
    getPane(pane: string | HTMLElement): HTMLElement;
    getPanes(): Record<string, HTMLElement>;
    getContainer(): HTMLElement;
    whenReady(action: () => void): this;
    remove(): this;
    getCenter(): LatLng;
    getZoom(): number;
    getBounds(): LatLngBounds;
    getMinZoom(): number;
    getMaxZoom(): number;
    getBoundsZoom(bounds: LatLngBoundsExpression, inside?: boolean, padding?: Point): number;
    getSize(): Point;
    getPixelBounds(): Bounds;
    getPixelOrigin(): Point;
    getPixelWorldBounds(zoom?: number): Bounds;
    getZoomScale(toZoom: number, fromZoom?: number): number;
    getScaleZoom(scale: number, fromZoom?: number): number;
    project(latlng: LatLngExpression, zoom?: number): Point;
    unproject(point: PointExpression, zoom?: number): LatLng;
    layerPointToLatLng(point: PointExpression): LatLng;
    latLngToLayerPoint(latlng: LatLngExpression): Point;
    containerPointToLatLng(point: PointExpression): LatLng;
    latLngToContainerPoint(latlng: LatLngExpression): Point;
    containerPointToLayerPoint(point: PointExpression): Point;
    layerPointToContainerPoint(point: PointExpression): Point;
    mouseEventToLatLng(event: globalThis.MouseEvent): LatLng;
    mouseEventToContainerPoint(event: globalThis.MouseEvent): Point;
    wrapLatLng(latlng: LatLngExpression): LatLng;
    distance(a: LatLngExpression, b: LatLngExpression): number;
    closePopup(popup?: Popup): this;
  }

  interface LayerOptions {
    pane?: string;
    attribution?: string;
  }
  class Layer extends Evented {
    options: LayerOptions;
    addTo(map: Map | LayerGroup): this;
    remove(): this;
    removeFrom(map: Map): this;
    getPane(name?: string): HTMLElement | undefined;
    getAttribution(): string | null;
    bindPopup(content: string | HTMLElement, options?: object): this;
    openPopup(latlng?: LatLngExpression): this;
    closePopup(): this;
    unbindPopup(): this;
    bindTooltip(content: string | HTMLElement, options?: object): this;
    unbindTooltip(): this;
    openTooltip(): this;
    closeTooltip(): this;
  }

  class Popup extends Layer {
    setLatLng(latlng: LatLngExpression): this;
    setContent(content: string | HTMLElement): this;
  }

  class LayerGroup extends Layer {
    constructor(layers?: Layer[], options?: LayerOptions);
    addLayer(layer: Layer): this;
    removeLayer(layer: Layer | number): this;
    hasLayer(layer: Layer): boolean;
    clearLayers(): this;
    eachLayer(visit: (layer: Layer) => void): this;
    getLayers(): Layer[];
  }
  class FeatureGroup extends LayerGroup {
    getBounds(): LatLngBounds;
    setStyle(style: PathOptions): this;
    bringToFront(): this;
    bringToBack(): this;
  }

  interface IconOptions extends LayerOptions {
    iconUrl?: string;
    iconSize?: PointExpression;
    iconAnchor?: PointExpression;
    popupAnchor?: PointExpression;
    tooltipAnchor?: PointExpression;
    className?: string;
  }
  class Icon {
    constructor(options: IconOptions);
    options: IconOptions;
    createIcon(oldIcon?: HTMLElement): HTMLElement;
    createShadow(oldIcon?: HTMLElement): HTMLElement | null;
  }
  interface DivIconOptions extends IconOptions {
    html?: string | HTMLElement | false;
    bgPos?: PointExpression;
  }
  class DivIcon extends Icon {
    constructor(options?: DivIconOptions);
  }

  interface MarkerOptions extends LayerOptions {
    icon?: Icon;
    draggable?: boolean;
    keyboard?: boolean;
    interactive?: boolean;
    title?: string;
    alt?: string;
    zIndexOffset?: number;
    opacity?: number;
    riseOnHover?: boolean;
    riseOffset?: number;
    bubblingMouseEvents?: boolean;
    autoPan?: boolean;
  }
  class Marker extends Layer {
    constructor(latlng: LatLngExpression, options?: MarkerOptions);
    options: MarkerOptions;
    dragging?: Switch;
    getLatLng(): LatLng;
    setLatLng(latlng: LatLngExpression): this;
    setZIndexOffset(offset: number): this;
    setIcon(icon: Icon): this;
    setOpacity(opacity: number): this;
    getIcon(): Icon;
    getElement(): HTMLElement | undefined;
  }

  interface PathOptions extends LayerOptions {
    stroke?: boolean;
    color?: string;
    weight?: number;
    opacity?: number;
    lineCap?: string;
    lineJoin?: string;
    dashArray?: string | number[];
    fill?: boolean;
    fillColor?: string;
    fillOpacity?: number;
    className?: string;
    interactive?: boolean;
    bubblingMouseEvents?: boolean;
    renderer?: Layer;
  }
  class Path extends Layer {
    options: PathOptions;
    setStyle(style: PathOptions): this;
    redraw(): this;
    bringToFront(): this;
    bringToBack(): this;
    getElement(): Element | undefined;
  }
  interface PolylineOptions extends PathOptions {
    smoothFactor?: number;
    noClip?: boolean;
  }
  class Polyline extends Path {
    constructor(latlngs: LatLngExpression[] | LatLngExpression[][], options?: PolylineOptions);
    getLatLngs(): LatLng[] | LatLng[][] | LatLng[][][];
    setLatLngs(latlngs: LatLngExpression[] | LatLngExpression[][] | LatLngExpression[][][]): this;
    addLatLng(latlng: LatLngExpression): this;
    isEmpty(): boolean;
    getCenter(): LatLng;
    getBounds(): LatLngBounds;
  }
  class Polygon extends Polyline {
    constructor(latlngs: LatLngExpression[] | LatLngExpression[][] | LatLngExpression[][][], options?: PolylineOptions);
  }
  class Rectangle extends Polygon {
    constructor(bounds: LatLngBoundsExpression, options?: PolylineOptions);
    setBounds(bounds: LatLngBoundsExpression): this;
  }
  interface CircleMarkerOptions extends PathOptions {
    radius?: number;
  }
  class CircleMarker extends Path {
    constructor(latlng: LatLngExpression, options?: CircleMarkerOptions);
    setLatLng(latlng: LatLngExpression): this;
    getLatLng(): LatLng;
    setRadius(radius: number): this;
    getRadius(): number;
  }
  class Circle extends CircleMarker {
    getBounds(): LatLngBounds;
  }

  interface GridLayerOptions extends LayerOptions {
    tileSize?: number | Point;
    opacity?: number;
    updateWhenIdle?: boolean;
    updateWhenZooming?: boolean;
    updateInterval?: number;
    zIndex?: number;
    bounds?: LatLngBoundsExpression;
    minZoom?: number;
    maxZoom?: number;
    minNativeZoom?: number;
    maxNativeZoom?: number;
    noWrap?: boolean;
    className?: string;
    keepBuffer?: number;
  }
  type DoneCallback = (error?: Error | null, tile?: HTMLElement) => void;
  class GridLayer extends Layer {
    constructor(options?: GridLayerOptions);
    options: GridLayerOptions;
    createTile(coords: Coords, done: DoneCallback): HTMLElement;
    getContainer(): HTMLElement | null;
    getTileSize(): Point;
    setOpacity(opacity: number): this;
    setZIndex(zIndex: number): this;
    bringToFront(): this;
    bringToBack(): this;
    isLoading(): boolean;
    redraw(): this;
  }
  interface TileLayerOptions extends GridLayerOptions {
    subdomains?: string | string[];
    errorTileUrl?: string;
    zoomOffset?: number;
    zoomReverse?: boolean;
    tms?: boolean;
    detectRetina?: boolean;
    crossOrigin?: boolean | string;
  }
  class TileLayer extends GridLayer {
    constructor(template: string, options?: TileLayerOptions);
    setUrl(template: string, noRedraw?: boolean): this;
    getTileUrl(coords: Coords): string;
  }

  interface ControlOptions {
    position?: 'topleft' | 'topright' | 'bottomleft' | 'bottomright';
  }
  class Control {
    constructor(options?: ControlOptions);
    options: ControlOptions;
    addTo(map: Map): this;
    remove(): this;
    getPosition(): string;
    setPosition(position: string): this;
    getContainer(): HTMLElement | undefined;
    onAdd?(map: Map): HTMLElement;
    onRemove?(map: Map): void;
  }
  namespace Control {
    interface ZoomOptions extends ControlOptions {
      zoomInText?: string;
      zoomInTitle?: string;
      zoomOutText?: string;
      zoomOutTitle?: string;
    }
    class Zoom extends Control {
      constructor(options?: ZoomOptions);
      disable(): this;
      enable(): this;
    }
    class Scale extends Control {
      constructor(options?: ControlOptions & { maxWidth?: number, metric?: boolean, imperial?: boolean });
    }
    class Attribution extends Control {
      constructor(options?: ControlOptions & { prefix?: string | false });
      setPrefix(prefix: string | false): this;
      addAttribution(text: string): this;
      removeAttribution(text: string): this;
    }
  }

  namespace control {
    function zoom(options?: Control.ZoomOptions): Control.Zoom;
    function scale(options?: ConstructorParameters<typeof Control.Scale>[0]): Control.Scale;
    function attribution(options?: ConstructorParameters<typeof Control.Attribution>[0]): Control.Attribution;
  }

  namespace DomUtil {
    function create<Name extends keyof HTMLElementTagNameMap>(
      name: Name, className?: string, container?: HTMLElement): HTMLElementTagNameMap[Name];
    function getPosition(element: HTMLElement): Point;
    function setPosition(element: HTMLElement, point: Point): void;
    function setTransform(element: HTMLElement, offset: Point, scale?: number): void;
    function addClass(element: HTMLElement, name: string): void;
    function removeClass(element: HTMLElement, name: string): void;
  }

  namespace DomEvent {
    function on(element: EventTarget, types: string, handler: (event: any) => void, context?: any): typeof DomEvent;
    function off(element: EventTarget, types: string, handler: (event: any) => void, context?: any): typeof DomEvent;
    function stop(event: Event | LeafletEvent): typeof DomEvent;
    function stopPropagation(event: Event | LeafletEvent): typeof DomEvent;
    function preventDefault(event: Event): typeof DomEvent;
    function disableClickPropagation(element: HTMLElement): typeof DomEvent;
    function disableScrollPropagation(element: HTMLElement): typeof DomEvent;
  }

  namespace Util {
    function throttle<Arguments extends any[]>(
      action: (...values: Arguments) => void, milliseconds: number, context?: any): (...values: Arguments) => void;
    function template(text: string, values: Record<string, any>): string;
    function stamp(object: object): number;
  }

  const Browser: { retina: boolean, mobile: boolean, touch: boolean, pointer: boolean, any3d: boolean, mac: boolean };
  const version: string;

  function map(element: string | HTMLElement, options?: MapOptions): Map;
  function marker(latlng: LatLngExpression, options?: MarkerOptions): Marker;
  function divIcon(options?: DivIconOptions): DivIcon;
  function layerGroup(layers?: Layer[], options?: LayerOptions): LayerGroup;
  function featureGroup(layers?: Layer[], options?: LayerOptions): FeatureGroup;
  function polyline(latlngs: LatLngExpression[] | LatLngExpression[][], options?: PolylineOptions): Polyline;
  function polygon(
    latlngs: LatLngExpression[] | LatLngExpression[][] | LatLngExpression[][][], options?: PolylineOptions): Polygon;
  function rectangle(bounds: LatLngBoundsExpression, options?: PolylineOptions): Rectangle;
  function circleMarker(latlng: LatLngExpression, options?: CircleMarkerOptions): CircleMarker;
  function circle(latlng: LatLngExpression, options?: CircleMarkerOptions): Circle;
  function gridLayer(options?: GridLayerOptions): GridLayer;
  function tileLayer(template: string, options?: TileLayerOptions): TileLayer;
  function popup(options?: object, source?: Layer): Popup;
  function svg(options?: object): Layer;
  function canvas(options?: object): Layer;
  function point(x: number, y: number, round?: boolean): Point;
  function bounds(a: PointExpression, b: PointExpression): Bounds;
  function latLng(lat: number, lng: number): LatLng;
  function latLng(latlng: LatLngExpression): LatLng;
  function latLngBounds(corner1: LatLngExpression, corner2: LatLngExpression): LatLngBounds;
  function latLngBounds(points: LatLngExpression[]): LatLngBounds;
}
