/// Words to generate names of bars and streets from, per language.
enum Language: Int, CaseIterable, Sendable {
  case german, english, french, spanish, italian, portuguese, dutch, hungarian, romanian, polish, czech

  /// The words of one language: the name of a bar is an adjective and a noun that agree.
  struct Words: Sendable {
    let adjectives: [String]
    let nouns: [String]
    let streets: [String]
    /// The word before the name, may be empty.
    let article: String
    /// Whether the adjective comes after the noun.
    let nounFirst: Bool
    /// Whether the house number comes before the street.
    let numberFirst: Bool

    init(
      _ adjectives: String, _ nouns: String, _ streets: String, article: String = "", nounFirst: Bool = false,
      numberFirst: Bool = false
    ) {
      self.adjectives = Self.list(adjectives)
      self.nouns = Self.list(nouns)
      self.streets = Self.list(streets)
      self.article = article
      self.nounFirst = nounFirst
      self.numberFirst = numberFirst
    }

    private static func list(_ text: String) -> [String] {
      text.split(separator: ",").map { entry in
        entry.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      }
    }
  }

  /// The words of this language.
  var words: Words { Self.table[rawValue] }
}

extension Language.Words {
  /// "Goldener Anker", "The Old Lantern", "Le Chat noir".
  func name(_ random: inout SplitMix64) -> String {
    let adjective = random.pick(adjectives)
    let noun = random.pick(nouns)
    return nounFirst ? "\(article)\(noun) \(adjective)" : "\(article)\(adjective) \(noun)"
  }

  /// "Gartenstraße 12" or "12 Mill Lane".
  func address(_ random: inout SplitMix64) -> String {
    let street = random.pick(streets)
    let number = 1 + random.below(1 + random.below(160))
    return numberFirst ? "\(number) \(street)" : "\(street) \(number)"
  }
}

extension Language {
  // Nouns of the same gender and number each, so that every adjective agrees; in the order of the cases.
  private static let table: [Words] = [
    Words(
      "Goldener, Roter, Blauer, Alter, Schwarzer, Grüner, Weißer, Wilder, Kleiner, Stiller, Silberner, Lustiger, Müder, Letzter",
      """
      Anker, Hirsch, Löwe, Adler, Bär, Stern, Krug, Turm, Fuchs, Hahn, Schwan, Ochse, Esel, Kessel, Mond, Kater, Rabe, Dachs, Garten,
      Keller, Storch, Schlüssel, Igel, Walfisch
      """,
      """
      Gartenstraße, Bahnhofstraße, Lindenallee, Marktgasse, Mühlweg, Schillerstraße, Goethestraße, Kirchgasse, Hauptstraße, Seestraße,
      Ludwigstraße, Rosenweg, Am Stadtgraben, Brunnengasse
      """),
    Words(
      "Old, Golden, Crooked, Green, Blue, Lucky, Rusty, Silver, Quiet, Hungry, Wandering, Velvet, Broken, Laughing",
      """
      Lantern, Fox, Anchor, Kettle, Crown, Heron, Wheel, Ferryman, Badger, Lighthouse, Barrel, Owl, Compass, Thistle, Harp, Clock,
      Magpie, Lion, Horse, Pilgrim
      """,
      """
      Mill Lane, High Street, Church Street, Station Road, Castle Street, Victoria Road, Bridge Street, Garden Row, King Street,
      Harbour View, Market Place, Park Road
      """, article: "The ", numberFirst: true),
    Words(
      "noir, bleu, rouge, doré, perdu, blanc, vert, heureux, tranquille, curieux, gourmand, secret",
      """
      Chat, Canard, Comptoir, Jardin, Phare, Moulin, Cheval, Renard, Bouchon, Tonneau, Hibou, Zinc, Marin, Perroquet, Cerf, Bateau,
      Tramway, Violon
      """,
      """
      rue de la Gare, rue du Moulin, rue des Lilas, place du Marché, rue Victor Hugo, quai du Port, rue Saint-Michel, avenue de la
      République, rue des Jardins, rue Pasteur
      """, article: "Le ", nounFirst: true, numberFirst: true),
    Words(
      "Negro, Dorado, Viejo, Rojo, Blanco, Perdido, Bravo, Tranquilo, Alegre, Secreto, Azul",
      "Gato, Gallo, Toro, Patio, Faro, Molino, Barril, Búho, Caballo, Farol, Rincón, Puerto, Tambor, Loro, Reloj, Zorro",
      """
      Calle Mayor, Calle del Sol, Plaza Nueva, Calle de la Luna, Calle San Juan, Calle del Carmen, Paseo del Río, Calle Real, Calle
      Ancha, Calle del Olivo
      """, article: "El ", nounFirst: true),
    Words(
      "Nero, Rosso, Vecchio, Bianco, Felice, Segreto, Verde, Perduto, Allegro, Antico, Azzurro",
      "Gatto, Gallo, Leone, Cortile, Faro, Mulino, Vicolo, Barile, Gufo, Cavallo, Pozzo, Cantuccio, Merlo, Porto, Tamburo",
      """
      Via Roma, Via Garibaldi, Via Dante, Piazza del Popolo, Via Mazzini, Via della Repubblica, Via dei Mille, Corso Italia, Via San
      Marco, Vicolo Stretto
      """, article: "Il ", nounFirst: true),
    Words(
      "Velho, Preto, Dourado, Azul, Perdido, Alegre, Calado, Vermelho, Branco, Secreto",
      "Gato, Galo, Farol, Barco, Moinho, Pátio, Cavalo, Relógio, Mocho, Barril, Largo, Poço, Eléctrico, Marinheiro",
      """
      Rua Augusta, Rua do Sol, Rua das Flores, Largo do Carmo, Rua da Fonte, Rua Direita, Travessa do Forno, Rua Nova, Avenida da
      Liberdade, Rua do Moinho
      """, article: "O ", nounFirst: true),
    Words(
      "Gouden, Oude, Blauwe, Rode, Vrolijke, Zwarte, Kleine, Stille, Dorstige, Laatste",
      "Leeuw, Haan, Molen, Ketel, Anker, Pelikaan, Ezel, Tuin, Sleutel, Zwaan, Engel, Uil, Fiets, Kelder, Klok, Haven",
      """
      Molenstraat, Kerkstraat, Dorpsstraat, Stationsweg, Prinsengracht, Havenkade, Nieuwstraat, Tuinlaan, Markt, Wilhelminastraat
      """, article: "De "),
    Words(
      "Arany, Kék, Vörös, Öreg, Fekete, Zöld, Kis, Ezüst, Csendes, Fehér, Vidám, Utolsó",
      """
      Szarvas, Oroszlán, Horgony, Bagoly, Hordó, Kakas, Malom, Csillag, Róka, Udvar, Holló, Pince, Korsó, Villamos, Bálna, Kert, Óra,
      Szamár
      """,
      """
      Petőfi utca, Kossuth Lajos utca, Rákóczi út, Malom utca, Kert utca, Fő utca, Bem rakpart, Dózsa György út, Arany János utca, Liliom utca,
      Vásár tér
      """),
    Words(
      "Vechi, Roșu, Negru, Verde, Mic, Alb, Albastru, Vesel, Liniștit, Ascuns, Argintiu",
      "Cerb, Urs, Cocoș, Butoi, Han, Felinar, Lup, Colț, Fluier, Măgar, Ceas, Tramvai, Hambar, Corb, Pod, Far",
      """
      Strada Morii, Strada Mihai Eminescu, Bulevardul Unirii, Strada Lungă, Strada Bisericii, Strada Florilor, Strada Gării, Strada
      Castelului, Strada Teilor, Piața Mare
      """, nounFirst: true),
    Words(
      "Stary, Złoty, Czarny, Czerwony, Zielony, Mały, Cichy, Wesoły, Niebieski, Ostatni, Biały",
      "Kogut, Młyn, Kot, Niedźwiedź, Lew, Dzban, Zegar, Tramwaj, Osioł, Kruk, Piec, Ogród, Jeleń, Statek, Bocian",
      """
      ulica Długa, ulica Szeroka, ulica Ogrodowa, ulica Młyńska, ulica Kościuszki, ulica Mickiewicza, Rynek, ulica Polna, ulica Lipowa,
      ulica Krótka
      """),
    Words(
      "Zlatý, Starý, Modrý, Černý, Zelený, Malý, Veselý, Tichý, Bílý, Poslední",
      "Kohout, Lev, Jelen, Mlýn, Soudek, Medvěd, Havran, Anděl, Klíč, Sklep, Čáp, Osel, Zvon, Měsíc, Tygr",
      """
      Dlouhá, Nádražní, Mlýnská, Zahradní, Husova, Palackého, Masarykova, Kostelní, Široká, Lipová
      """),
  ]
}
